/** Torrent files that are dropped anywhere on the page. */
import { useEffect, useEffectEvent } from 'react'

export function useTorrentDrop(take: (files: readonly File[]) => void): void {
  const onDrop = useEffectEvent((event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const torrents = files.filter(({ name, type }) => /\.torrent$/i.test(name) || type === 'application/x-bittorrent')
    if (torrents.length > 0) take(torrents)
  })
  useEffect(() => {
    const drop = (event: DragEvent) => onDrop(event)
    // The browser would open the file in place of the page.
    const over = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    addEventListener('drop', drop)
    addEventListener('dragover', over)
    return () => {
      removeEventListener('drop', drop)
      removeEventListener('dragover', over)
    }
  }, [])
}
