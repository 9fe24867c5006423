// The site's only form with a file: a record to be verified. The server accepts such a body only at this address.

export const RECORD_UPLOAD_PATH = "/evidence";
export const RECORD_UPLOAD_TYPE = "multipart/form-data";
/** A record of five years with a trade an hour has about 3 MiB. */
export const RECORD_UPLOAD_BYTES = 4 * 1_024 * 1_024;
