// The compiled server runs React's production build unless its operator says otherwise. Imported before everything else: which build of
// React is loaded is decided when it is loaded.
if (import.meta.url.endsWith(".js")) process.env.NODE_ENV ||= "production";
