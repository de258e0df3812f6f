// Answers from what the pages kept, so that later visits are quick and need no network; keeps nothing itself.
const KEPT = `rules-tutor ${registration.scope} VERSION`;

async function answer(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request);
}

/** What an earlier version of this site kept goes when its last page is closed; other sites' things stay. */
async function forgetEarlier() {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(`rules-tutor ${registration.scope} `) && name !== KEPT);
  await Promise.all(earlier.map((name) => caches.delete(name)));
}

addEventListener("activate", (event) => event.waitUntil(forgetEarlier()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
