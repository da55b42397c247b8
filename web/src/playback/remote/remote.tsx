/** Mounts the remote; its chunk loads on first use. */
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useObservable } from '../../kit/observable.ts'
import { useSession } from '../../kit/session.ts'
import { closeRemote, isRemoteOpen } from '../open-remote.ts'
import type { Playing } from '../player.ts'

const Panel = lazyPart(async () => (await import('./remote-panel.tsx')).RemotePanel)

export function Remote({ poster }: { poster: (playing: Playing) => ReactNode }) {
  const isOpen = useObservable(isRemoteOpen)
  const { device } = useSession()
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  const isLost = isOpen && device === null
  useEffect(() => {
    if (isLost) closeRemote()
  }, [isLost])
  return (
    <Suspense>{wasOpened && device && <Panel device={device} isOpen={isOpen} onClose={closeRemote} poster={poster} />}</Suspense>
  )
}
