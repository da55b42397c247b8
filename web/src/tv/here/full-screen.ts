/** Full screen: of the page, or where a phone gives it to videos alone, of the video. */
import { useEffect, useState, type RefObject } from 'react'

export type FullScreen = { isOn: boolean; toggle: () => void }

/** As iPhones have it. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen: () => void }

const isPhoneVideo = (video: HTMLVideoElement | null): video is PhoneVideo => video !== null && 'webkitEnterFullscreen' in video
const hasPhoneVideo = () => 'webkitEnterFullscreen' in HTMLVideoElement.prototype

/** undefined where the browser has none. */
export function useFullScreen(video: RefObject<HTMLVideoElement | null>): FullScreen | undefined {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  if (document.fullscreenEnabled) return { isOn, toggle: togglePage }
  if (!hasPhoneVideo()) return undefined
  return { isOn: false, toggle: () => isPhoneVideo(video.current) && video.current.webkitEnterFullscreen() }
}

function togglePage(): void {
  // Refused without a press: then it stays as it is.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  done.catch(() => undefined)
}
