/** HLS by hls.js, in browsers with Media Source Extensions. */
import Player from 'hls.js/light'

/** seconds: where it starts; fail: called once if it cannot go on. Returns what ends it. */
export function playHls(video: HTMLVideoElement, { url, seconds, fail }: { url: string; seconds: number; fail: () => void }) {
  // The page's policy allows no worker; the box converts while it is watched, so little is fetched ahead.
  const hls = new Player({ enableWorker: false, startPosition: seconds, maxBufferLength: 20, backBufferLength: 20 })
  hls.on(Player.Events.ERROR, (_, { fatal }) => {
    if (!fatal) return
    hls.destroy()
    fail()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}
