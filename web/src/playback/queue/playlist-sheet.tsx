/** The playlist of a TV: the queue, to be ordered by dragging or with the arrow keys, and the films that follow by themselves. A tapped entry plays now. */
import type { Device } from '@homeport/contract/device.ts'
import type { QueueEntry } from '@homeport/contract/playback/play-queue.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { GripVertical, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { durationOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import styles from '../playlist.module.css'
import { refusalOf } from '../play-refusal.ts'
import { bringBack, moved, moveInQueue, playNeighbour, queue, removeFromQueue, subscribeToQueues } from './queue-data.ts'
import { playbackText } from '../text.ts'

type Props = { device: Device; target: string; isOpen: boolean; onClose: () => void }

export function PlaylistSheet({ device, target, isOpen, onClose }: Props) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const list = useQuery({ ...queue(device, target), enabled: isOpen && device.online === 1, staleTime: 0 })
  const client = useQueryClient()
  useEffect(() => subscribeToQueues(client), [client])
  const entries = list.data?.queue ?? []
  const following = list.data?.following ?? []
  const playing = useMutation(playNeighbour())
  function playNow({ id }: QueueEntry) {
    onClose()
    playing.mutate(
      { target, isBack: false, id },
      {
        onError(failure) {
          const reason = refusalOf(failure)
          if (reason) toast(words.refusals[reason])
        },
      },
    )
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.playlist} closeLabel={common.close}>
      {list.isPending && <Skeleton height={64} radius={14} isLate />}
      {list.data && entries.length === 0 && following.length === 0 && (
        <p className={classes(textStyles.secondary, styles.empty)}>{words.emptyQueue}</p>
      )}
      {entries.length > 0 && <Queue {...{ device, target, entries, playNow }} />}
      {following.length > 0 && (
        <section aria-label={words.following}>
          <h3 className={styles.head}>{words.following}</h3>
          <ol className={styles.list}>
            {following.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <Words entry={entry} playNow={playNow} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </Sheet>
  )
}

type QueueProps = { device: Device; target: string; entries: readonly QueueEntry[]; playNow: (entry: QueueEntry) => void }

function Queue({ device, target, entries, playNow }: QueueProps) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const client = useQueryClient()
  const moving = useMutation(moveInQueue(client, device, target))
  const removing = useMutation(removeFromQueue(client, device, target))
  const list = useRef<HTMLOListElement>(null)
  /** The dragged entry, and the row where it would be dropped. */
  const [dragged, setDragged] = useState<{ id: string; to: number } | null>(null)
  const shown = dragged ? moved(entries, dragged.id, dragged.to) : entries

  function rowAt(y: number): number {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const at = rows.findIndex(({ bottom }) => y < bottom)
    return at === -1 ? Math.max(0, rows.length - 1) : at
  }
  function remove(entry: QueueEntry) {
    const at = entries.indexOf(entry)
    removing.mutate([entry.id])
    toast(words.removedFromQueue, { label: common.undo, run: () => void bringBack(target, entry, at).catch(() => null) })
  }
  const grip = (entry: QueueEntry, at: number) => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      event.currentTarget.setPointerCapture?.(event.pointerId)
      setDragged({ id: entry.id, to: at })
    },
    onPointerMove: (event: PointerEvent) => dragged && setDragged({ id: dragged.id, to: rowAt(event.clientY) }),
    onPointerUp() {
      if (dragged && entries[dragged.to]?.id !== dragged.id) moving.mutate(dragged)
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
    onKeyDown(event: KeyboardEvent) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const to = at + step
      if (step === 0 || to < 0 || to >= entries.length) return
      event.preventDefault()
      moving.mutate({ id: entry.id, to })
    },
  })
  return (
    <section aria-label={words.queue}>
      <h3 className={styles.head}>{words.queue}</h3>
      <ol className={styles.list} ref={list}>
        {shown.map((entry, at) => (
          <li key={entry.id} className={classes(styles.entry, dragged?.id === entry.id && styles.dragged)}>
            <button
              type="button"
              className={styles.grip}
              aria-label={words.moveEntry(entry.title)}
              aria-keyshortcuts="ArrowUp ArrowDown"
              {...grip(entry, at)}
            >
              <GripVertical size={20} strokeWidth={1.75} />
            </button>
            <Words entry={entry} playNow={playNow} />
            <IconButton label={words.removeEntry(entry.title)} onClick={() => remove(entry)}>
              <X size={20} strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Words({ entry, playNow }: { entry: QueueEntry; playNow: (entry: QueueEntry) => void }) {
  const words = useText(playbackText)
  const { title, series_title, season, episode, duration_ms } = entry
  const number = episode === null ? '' : words.episode(season ?? 1, episode)
  const length = duration_ms ? durationOf(duration_ms / 1000) : ''
  return (
    <button type="button" className={classes(layoutStyles.grow, styles.words)} onClick={() => playNow(entry)}>
      <span className={textStyles.visuallyHidden}>{`${words.play} `}</span>
      <span className={classes(textStyles.label, textStyles.oneLine, styles.block)}>
        {series_title === '' ? title : [number, title].filter(Boolean).join(' · ')}
      </span>
      <span className={classes(textStyles.caption, textStyles.oneLine, textStyles.numeric, styles.block)}>
        {[series_title, length].filter(Boolean).join(' · ') || '\u00a0'}
      </span>
    </button>
  )
}
