// The site's only file upload: a record to be verified. The server accepts multipart bodies only at this address.

export const RECORD_UPLOAD_PATH = "/evidence";
export const RECORD_UPLOAD_TYPE = "multipart/form-data";
/** Largest accepted file. A record of five years with hourly trades has about 3 MiB. */
export const RECORD_UPLOAD_BYTES = 4 * 1_024 * 1_024;
