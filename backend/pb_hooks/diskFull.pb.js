// A full disk is nothing that a visitor could put right by another entry, which a 400 would say.
onRecordCreateExecute(
  (e) => {
    try {
      e.next();
    } catch (error) {
      if (!/disk is full|no space left|disk I\/O error/i.test(String(error))) throw error;
      console.error('The disk is full: nothing that visitors send can be saved.');
      throw new ApiError(503, 'It cannot be saved at the moment.', {});
    }
  },
  'form_submits',
  'micora_delete_requests',
);
