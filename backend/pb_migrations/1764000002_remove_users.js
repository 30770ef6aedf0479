// The site has no sign-in (§6), but PocketBase comes with a `users` collection that anyone may sign up to.
migrate((app) => {
  app.delete(app.findCollectionByNameOrId('users'));
});
