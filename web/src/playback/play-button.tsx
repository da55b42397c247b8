/** Plays a film on the TV: from where one left it or from the start, after asking on which screen where several are on. Says in words why it could not. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { useSession } from '../kit/session.ts'
import { Button } from '../ui/button.tsx'
import { PlayIcon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { onlineOf, refusalOf, screens, start } from './data.ts'
import { openRemote } from './open-remote.ts'
import './playback.css'
import { ScreenChoice } from './screen-choice.tsx'
import { ScreensSheet } from './screens-sheet.tsx'
import { playbackText } from './text.ts'
import { clockOf } from './times.ts'

type Film = { movieId: string; title: string; position: number | null; file?: string }

/** position: ms where the asker left it, null or 0 where they never began. file: one of the film's files by its id. */
export function PlayButton(film: Film) {
  const { device } = useSession()
  return device && <Ready key={film.movieId} device={device} film={film} />
}

type Choice = { point: number; screens: { screen_id: string; name: string }[] }

function Ready({ device, film: { movieId, title, position, file } }: { device: Device; film: Film }) {
  const words = useText(playbackText)
  const client = useQueryClient()
  const starting = useMutation(start())
  const [choice, setChoice] = useState<Choice | null>(null)
  const [isConnecting, setConnecting] = useState(false)
  const left = position ?? 0

  async function press(point: number) {
    const list = await client.fetchQuery({ ...screens(device), staleTime: 0 }).catch(() => undefined)
    const online = onlineOf(list)
    if (list && online.length === 0) return setConnecting(true)
    if (online.length > 1) return setChoice({ point, screens: online })
    await begin(point, '')
  }

  async function begin(point: number, target: string) {
    setChoice(null)
    try {
      await starting.mutateAsync({ movie_id: movieId, path: file ?? '', point, target })
      openRemote()
    } catch (error) {
      const reason = refusalOf(error)
      if (reason === 'no_screen') setConnecting(true)
      else if (reason) toast(words.refusals[reason])
    }
  }

  return (
    <div className="play-choice">
      <Button
        look="main"
        isWide
        isBusy={starting.isPending}
        icon={<PlayIcon size={22} />}
        aria-label={`${left > 0 ? words.resumeFrom(clockOf(left)) : words.play}: ${title}`}
        onClick={() => void press(left)}
      >
        {left > 0 ? words.resumeFrom(clockOf(left)) : words.play}
      </Button>
      {left > 0 && (
        <Button look="text" onClick={() => void press(0)}>
          {words.fromStart}
        </Button>
      )}
      <ScreenChoice
        screens={choice?.screens ?? []}
        isOpen={choice !== null}
        close={() => setChoice(null)}
        choose={(target) => void begin(choice?.point ?? 0, target)}
      />
      <ScreensSheet device={device} isOpen={isConnecting} close={() => setConnecting(false)} />
    </div>
  )
}
