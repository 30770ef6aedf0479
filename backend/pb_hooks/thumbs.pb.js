// PocketBase makes thumbs without the picture's colour profile, so colours outside sRGB would look pale.
onFileDownloadRequest((e) => {
  require(`${__hooks}/keepProfile.js`).keepProfile(e.servedPath);
  e.next();
});
