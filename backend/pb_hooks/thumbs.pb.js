// PocketBase makes thumbs without the colour profile of their picture: colours outside sRGB would look pale.
onFileDownloadRequest((e) => {
  require(`${__hooks}/keepProfile.js`).keepProfile(e.servedPath);
  e.next();
});
