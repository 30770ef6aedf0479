// Requests to delete a MiCora account (§3, §5): anyone may create one, only the operator reads them.
migrate((app) => {
  app.save(
    new Collection({
      name: 'micora_delete_requests',
      type: 'base',
      listRule: null,
      viewRule: null,
      // A visitor who may choose the id could find out which ids are taken.
      createRule: '@request.body.id:isset = false',
      updateRule: null,
      deleteRule: null,
      fields: /** @type {any} */ ([
        { type: 'email', name: 'contact_email', required: true },
        { type: 'email', name: 'micora_email', required: true, presentable: true },
        { type: 'text', name: 'reason', max: 5000 },
        { type: 'autodate', name: 'created', onCreate: true },
      ]),
    }),
  );
});
