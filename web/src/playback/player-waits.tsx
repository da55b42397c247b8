/** At the bottom of the remote: a film that is starting, or waits for its TV. */
import { useMutation } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { control } from './data.ts'
import { playbackText } from './text.ts'

export function PlayerWaits({ title, screen, isOff }: { title: string; screen: string; isOff: boolean }) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  return (
    <section className="pl at-rest" aria-label={title} role="status">
      <h2 className="label">{title}</h2>
      <p className="sub">{isOff ? words.startsWhenOn(screen) : words.starting(screen)}</p>
      {isOff && (
        <>
          <p className="cap">{words.turnItOn}</p>
          <Button isSmall onClick={() => controlling.mutate({ kind: 'stop' })}>
            {words.cancel}
          </Button>
        </>
      )}
    </section>
  )
}
