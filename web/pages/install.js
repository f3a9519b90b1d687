// The page on the home screen: a manifest and a service worker, where the site has them.

import { make } from "./dom.js";

/** Lets the page of a site be installed, and work without a network after the first visit.
 */
export function makeInstallable() {
  const isSite = document.querySelector('#pages [href="index.html"]') && location.protocol.startsWith("http");
  if (!isSite || !("serviceWorker" in navigator)) return;
  document.head.append(make("link", { rel: "manifest", href: "site.webmanifest" }),
    make("link", { rel: "apple-touch-icon", href: "apple-touch-icon.png" }));
  navigator.serviceWorker.register("offline.js").catch(() => {}); // `web` serves none
}
