/** Health check of the container: the cloud's /healthz, or the TV page of a box without its own cloud. */
const { HOMEPORT_PORT, HOMEPORT_SCREEN_PORT, HOMEPORT_CLOUD } = process.env
const url = HOMEPORT_CLOUD
  ? `http://127.0.0.1:${HOMEPORT_SCREEN_PORT || 8701}/`
  : `http://127.0.0.1:${HOMEPORT_PORT || 8700}/healthz`
const answer = await fetch(url).catch(({ cause }) => ({ ok: false, status: cause?.code ?? 'no answer' }))
if (!answer.ok) console.error(`${url}: ${answer.status}`)
process.exitCode = answer.ok ? 0 : 1
