// Request header of a page that a script loads without an action of the user, to update the open page.
export const RELOAD_HEADER = "x-reload";
