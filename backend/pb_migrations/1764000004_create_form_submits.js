// What visitors send by the contact form (§3, §5): anyone may create one, only the operator reads them.
migrate((app) => {
  app.save(
    new Collection({
      name: 'form_submits',
      type: 'base',
      listRule: null,
      viewRule: null,
      // A visitor who may choose the id could find out which ids are taken.
      createRule: '@request.body.id:isset = false',
      updateRule: null,
      deleteRule: null,
      fields: /** @type {any} */ ([
        // `required` alone accepts white space.
        { type: 'text', name: 'full_name', required: true, max: 100, pattern: '\\S', presentable: true },
        { type: 'email', name: 'email_address', required: true },
        { type: 'text', name: 'company', max: 100 },
        {
          type: 'select',
          name: 'service_interested_in',
          maxSelect: 1,
          values: ['website', 'mobile', 'design', 'consulting', 'other'],
        },
        { type: 'text', name: 'project_details', required: true, max: 5000, pattern: '\\S' },
        { type: 'autodate', name: 'created', onCreate: true },
      ]),
    }),
  );
});
