// Adds the colour profile, which PocketBase omits from thumbs. Without the profile, colours outside sRGB would look pale.
onFileDownloadRequest((e) => {
  require(`${__hooks}/keepProfile.js`).keepProfile(e.servedPath);
  e.next();
});
