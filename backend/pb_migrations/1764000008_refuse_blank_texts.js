// §5: a text that a visitor sends says something, or is empty where it may be. `required` accepts white space.
migrate((app) => {
  const texts = {
    form_submits: ['full_name', 'company', 'project_details'],
    micora_delete_requests: ['reason'],
  };
  for (const [name, fields] of Object.entries(texts)) {
    const collection = app.findCollectionByNameOrId(name);
    // At least one character that is no white space of any script; `\s` knows that of ASCII alone.
    for (const field of fields) {
      collection.fields.getByName(field).pattern = '[^\\s\\v\\p{Z}\\x{FEFF}]';
    }
    app.save(collection);
  }
});
