// Answers from the cache that the pages fill, so that later visits are quick and need no network; it stores nothing.
const KEPT = `rules-tutor ${registration.scope} VERSION`;

async function answer(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request);
}

/** Delete the cache of an earlier version of this site when its last page is closed, but not those of other sites. */
async function forgetEarlier() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(`rules-tutor ${registration.scope} `) && name !== KEPT);
  await Promise.all(earlier.map((name) => caches.delete(name)));
}

addEventListener("activate", (event) => event.waitUntil(forgetEarlier()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
