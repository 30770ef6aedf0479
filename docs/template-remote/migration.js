// Creates the careers team's collections. Visitors can read a position in `careers` while the position is open. Only
// operators can read `applications`.
migrate((app) => {
  const { saveForm } = require(`${__hooks}/saveForm.js`);
  const text = (/** @type {string} */ name, /** @type {number} */ max) => ({
    ...{ type: 'text', name, max, required: true, pattern: '\\S' },
  });
  const sizes = ['480x320', '720x480', '960x640', '1440x960'];
  app.save(
    new Collection({
      name: 'careers',
      type: 'base',
      listRule: 'open = true',
      viewRule: 'open = true',
      fields: /** @type {any} */ ([
        text('title', 100),
        text('place', 100),
        { type: 'editor', name: 'text', maxSize: 100_000, required: true },
        {
          ...{ type: 'file', name: 'photo', maxSize: 10_485_760, protected: true, thumbs: sizes },
          mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
        },
        { type: 'bool', name: 'open' },
        { type: 'autodate', name: 'created', onCreate: true },
      ]),
    }),
  );
  const applications = new Collection({
    name: 'applications',
    type: 'base',
    createRule: '',
    fields: /** @type {any} */ ([
      text('position', 100),
      text('name', 100),
      { type: 'email', name: 'email', required: true },
      text('letter', 5000),
    ]),
  });
  saveForm(app, applications, {
    title: 'Applications',
    subject: 'Application of {name}: {position}',
    replyTo: 'email',
    retentionMonths: 12,
  });
});
