// Publishes each draft whose time has come, as if an editor had switched `draft` off. A draft that cannot be published is tried
// again each minute, and `/health` reports it.
cronAdd('publish', '* * * * *', () => {
  const { findDrafts, findDue } = require(`${__hooks}/findDrafts.js`);
  for (const collection of findDrafts()) {
    for (const record of findDue(collection)) {
      try {
        record.set('draft', false);
        $app.save(record);
      } catch (error) {
        const where = ['collection', collection.name, 'id', record.id];
        $app.logger().error('A draft was not published at its time', ...where, 'error', String(error));
      }
    }
  }
});

// `publish_at` belongs to drafts alone. It ends with the publication, so that a record that is taken off the site later stays
// off.
onRecordValidate((e) => {
  const { record } = e;
  if (
    require(`${__hooks}/findDrafts.js`).hasDrafts(record.collection()) &&
    !record.getBool('draft') &&
    record.getString('publish_at') !== ''
  ) {
    const isPublication = !record.isNew() && record.original().getBool('draft');
    const why = 'Only a draft can be published at a time. Switch "draft" on, or empty this field.';
    if (!isPublication)
      throw new BadRequestError(why, { publish_at: new ValidationError('validation_no_draft', why) });
    record.set('publish_at', '');
  }
  e.next();
});
