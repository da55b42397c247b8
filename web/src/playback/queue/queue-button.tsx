/** Adds a film, an episode or the following episodes to what plays next. */
import type { Device } from '@homeport/contract/device.ts'
import { useMutation } from '@tanstack/react-query'
import { ListEnd, ListPlus, ListStart } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { ActionKey } from '../../ui/action-key.tsx'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refusalOf } from '../play-refusal.ts'
import { addToQueue, type Added } from './queue-data.ts'
import { playbackText } from '../text.ts'

/** file: id of a version. seriesId: of an episode, to add it with those that follow. */
type Props = { device: Device; movieId: string; title: string; file?: string; seriesId?: string }

export function QueueButton({ device, movieId, title, file = '', seriesId = '' }: Props) {
  const words = useText(playbackText)
  const [isOpen, setOpen] = useState(false)
  const adding = useMutation(addToQueue())
  function add(added: Added) {
    setOpen(false)
    adding.mutate(added, {
      onSuccess: () => toast(added.at === 'next' ? words.playsNext(title) : words.addedToQueue(title)),
      onError: (error) => refusalOf(error) === 'no_screen' && toast(words.refusals.no_screen),
    })
  }
  const one = file === '' ? { movie_id: movieId } : { path: file }
  return (
    <>
      <ActionKey
        icon={<ListPlus size={24} strokeWidth={1.75} />}
        caption={words.queue}
        label={words.addTitle(title)}
        disabled={device.online !== 1}
        onClick={() => setOpen(true)}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={title} closeLabel={useText(commonText).close}>
        <div className={listStyles.list}>
          <Row isAct icon={<ListStart strokeWidth={1.75} />} label={words.playNext} onClick={() => add({ ...one, at: 'next' })} />
          <Row isAct icon={<ListEnd strokeWidth={1.75} />} label={words.addToQueue} onClick={() => add({ ...one, at: 'end' })} />
          {seriesId !== '' && (
            <Row
              isAct
              icon={<ListPlus strokeWidth={1.75} />}
              label={words.addFollowing}
              onClick={() => add({ movie_id: seriesId, from_id: movieId, at: 'end' })}
            />
          )}
        </div>
      </Sheet>
    </>
  )
}
