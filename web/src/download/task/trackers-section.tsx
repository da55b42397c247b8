/** A torrent's trackers with what each answers, and the peers that are connected. */
import { taskTrackers, type Peer, type TaskDetail, type Tracker } from '@homeport/contract/download/task-control.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useTyped } from '../../kit/keep/unsent-forms.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { doTask } from './data.ts'
import { lackOf } from './lack-notes.tsx'
import { taskText, type TaskWords } from './task-text.ts'
import styles from './task.module.css'

export function TrackersSection({ detail }: { detail: TaskDetail }) {
  const own = useText(taskText)
  const common = useText(commonText)
  const [isAdding, setAdding] = useState(false)
  const [shown, show] = useState<Tracker | null>(null)
  const changing = useMutation(doTask(useQueryClient(), taskTrackers))
  const change = (input: { add?: string[]; remove?: string[] }, onSuccess = () => {}) =>
    changing.mutate(
      { task_id: detail.task_id, ...input },
      { onSuccess, onError: (failure) => void (isFailure(failure, 'task') && toast(own.privateTorrent)) },
    )
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{own.trackers}</h2>
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={lackOf(detail, 'trackers') !== null}
          onClick={() => setAdding(true)}
        >
          {own.add}
          <ChevronRight size={18} strokeWidth={1.75} />
        </button>
      </div>
      <ul className={styles.group}>
        {detail.trackers.map((tracker) => (
          <li key={tracker.url}>
            <button type="button" className={styles.line} aria-haspopup="dialog" onClick={() => show(tracker)}>
              <span className={classes(layoutStyles.grow, textStyles.oneLine)}>{hostOf(tracker.url)}</span>
              <TrackerState tracker={tracker} own={own} />
            </button>
          </li>
        ))}
      </ul>
      <AddSheet
        taskId={detail.task_id}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        isBusy={changing.isPending}
        add={(add, added) => change({ add }, added)}
      />
      <Sheet isOpen={shown !== null} onClose={() => show(null)} title={own.trackers} closeLabel={common.close}>
        <p className={classes(textStyles.secondary, styles.address)}>{shown?.url}</p>
        {shown?.message && <p className={classes(textStyles.caption, layoutStyles.above4)}>{shown.message}</p>}
        <div className={layoutStyles.above24}>
          <Button
            variant="line"
            isDanger
            isWide
            disabled={lackOf(detail, 'trackers') !== null}
            icon={<Trash2 size={20} strokeWidth={1.75} />}
            onClick={() => {
              if (shown) change({ remove: [shown.url] })
              show(null)
            }}
          >
            {own.removeTracker}
          </Button>
        </div>
      </Sheet>
    </section>
  )
}

function TrackerState({ tracker: { state, peers }, own }: { tracker: Tracker; own: TaskWords }) {
  const isBad = state === 'silent' || state === 'refused'
  return (
    <span
      className={classes(
        textStyles.caption,
        textStyles.numeric,
        isBad && textStyles.warning,
        layoutStyles.row,
        layoutStyles.gap4,
      )}
    >
      {isBad && <WarnIcon size={15} />}
      {state === 'working' && peers !== null ? own.peersOf(peers) : own.trackerStates[state]}
    </span>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url
}

type AddProps = {
  taskId: string
  isOpen: boolean
  onClose: () => void
  isBusy: boolean
  add: (urls: string[], added: () => void) => void
}

function AddSheet({ taskId, isOpen, onClose, isBusy, add }: AddProps) {
  const own = useText(taskText)
  const { value: text, change, forget } = useTyped(`trackers ${taskId}`, '')
  const [isChecked, setChecked] = useState(false)
  const urls = text.split(/\s+/).filter(Boolean)
  const isWrong = urls.some((url) => !/^(https?|udp):\/\/\S+$/i.test(url) || !URL.canParse(url))
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={own.addTrackers} closeLabel={useText(commonText).close}>
      <TextArea
        label={own.trackersHint}
        rows={4}
        value={text}
        count=""
        error={isChecked && isWrong ? own.badTracker : undefined}
        onChange={({ target }) => change(() => target.value)}
      />
      <Button
        variant="main"
        isWide
        isBusy={isBusy}
        disabled={urls.length === 0}
        onClick={() => {
          setChecked(true)
          if (isWrong) return
          add(urls.slice(0, 50), () => {
            forget()
            setChecked(false)
            onClose()
          })
        }}
      >
        {own.addThem}
      </Button>
    </Sheet>
  )
}

const shownPeers = 20

export function PeersSection({ peers }: { peers: readonly Peer[] }) {
  const own = useText(taskText)
  const fastest = peers.toSorted((one, other) => other.down_speed_bytes - one.down_speed_bytes).slice(0, shownPeers)
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{own.connected}</h2>
        <span className={classes(textStyles.secondary, textStyles.numeric)}>{peers.length}</span>
      </div>
      {fastest.length === 0 ? (
        <p className={textStyles.secondary}>{own.noPeers}</p>
      ) : (
        <ul className={styles.group}>
          {fastest.map((peer) => (
            <li key={peer.address} className={styles.line}>
              <span className={layoutStyles.grow}>
                <span className={classes(textStyles.oneLine, textStyles.numeric, layoutStyles.block)}>{peer.address}</span>
                <span className={classes(textStyles.caption, textStyles.oneLine)}>{aboutPeer(peer, own)}</span>
              </span>
              <span className={classes(textStyles.caption, textStyles.numeric)}>{speedOf(peer.down_speed_bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function aboutPeer({ client, is_seed, progress, rank, is_choking }: Peer, own: TaskWords): string {
  const state = rank > 0 ? own.inQueue(rank) : is_choking ? own.choking : ''
  return [client, is_seed ? own.seed : `${Math.floor(progress)}%`, state].filter(Boolean).join(' · ')
}
