module.exports = { output: { filename: 'main.js' } };
