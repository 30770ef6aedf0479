// The site has no sign-in (§6), but PocketBase comes with a `users` collection that anyone may sign up to.
migrate(
  (app) => {
    app.delete(app.findCollectionByNameOrId('users'));
  },
  (app) => {
    app.save(
      new Collection({
        id: '_pb_users_auth_',
        name: 'users',
        type: 'auth',
        listRule: 'id = @request.auth.id',
        viewRule: 'id = @request.auth.id',
        createRule: '',
        updateRule: 'id = @request.auth.id',
        deleteRule: 'id = @request.auth.id',
        fields: [
          { type: 'text', name: 'name', max: 255 },
          {
            type: 'file',
            name: 'avatar',
            maxSelect: 1,
            mimeTypes: ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'],
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        oauth2: { mappedFields: { name: 'name', avatarURL: 'avatar' } },
      }),
    );
  },
);
