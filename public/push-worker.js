// Shows the messages that the site sends to this browser, and opens the page that a message is about.

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // The payload is not from this site. Browsers require a notification for every push, so one with the site's
    // address is shown, because this script has no texts in the brand's language.
  }
  const { title = self.location.host, body = "", path = "/account/notifications", tag } = message;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: "/favicon.svg",
      badge: "/favicon.svg",
      data: { path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? "/account/notifications", self.location.origin);
  // Opens only pages of this site; an address of another site opens the start page instead.
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((windows) => {
      const open = windows.find((window) => window.url === target);
      return open === undefined ? self.clients.openWindow(target) : open.focus();
    }),
  );
});
