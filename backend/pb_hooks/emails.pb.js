// An email field takes white space of other scripts for letters, line separators (U+2028, U+2029) among it. Only what
// is new is refused: an older request can still be noted as done.
onRecordCreateRequest(
  (e) => {
    /** @type {Record<string, ValidationError>} */
    const refused = {};
    for (const name of ['email_address', 'contact_email', 'micora_email']) {
      if (/\s/.test(e.record.getString(name))) {
        refused[name] = new ValidationError('validation_is_email', 'Must be a valid email address.');
      }
    }
    if (Object.keys(refused).length > 0) throw e.badRequestError('Failed to create record.', refused);
    e.next();
  },
  'form_submits',
  'micora_delete_requests',
);
