/** A download's state now, or why it does not move, and the ways to help it on. */
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { HardDrive, Moon } from 'lucide-react'
import { useIsLive } from '../../kit/call/connection.ts'
import { durationOf, partOf, percentOf, sizeOf, speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { Bar } from '../../ui/bar.tsx'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import { CheckIcon, ClockIcon, WarnIcon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import { isRunning, needsYou, secondsLeft, sizeOfTask } from '../summary.ts'
import { codeSentence, downloadText, type DownloadWords } from '../text.ts'
import { whyText, type WhyWords } from '../row/why-text.ts'
import { whyOf } from '../row/stall-reason.ts'
import { taskText, type TaskWords } from './task-text.ts'
import styles from './task.module.css'

type Icon = 'none' | 'warn' | 'clock' | 'moon' | 'disk' | 'check'
type Verdict = { text: string; advice: string; icon: Icon; isBad: boolean }
type Words = { words: DownloadWords; own: TaskWords; why: WhyWords }

const icons = {
  none: null,
  warn: <WarnIcon size={22} />,
  clock: <ClockIcon size={22} />,
  moon: <Moon size={22} strokeWidth={1.75} />,
  disk: <HardDrive size={22} strokeWidth={1.75} />,
  check: <CheckIcon size={22} />,
}

export function VerdictCard({ task }: { task: Task }) {
  const words = useText(downloadText)
  const verdict = verdictOf(task, { words, own: useText(taskText), why: useText(whyText) })
  const isLive = useIsLive()
  const size = sizeOfTask(task)
  const { part, whole } = partOf(task.down_size, size)
  const percent = size > 0 ? percentOf(task.down_size, size) : task.progress
  const tone = verdict.isBad ? 'warn' : !isRunning(task) || task.wait || task.stall ? 'rest' : isLive ? 'live' : 'old'
  return (
    <section className={classes(cardStyles.card, styles.verdict)} aria-live="polite">
      <h2 className={classes(verdict.isBad && textStyles.warning, task.is_done && textStyles.success)}>
        {icons[verdict.icon]}
        {verdict.text}
      </h2>
      {verdict.advice !== '' && <p className={textStyles.secondary}>{verdict.advice}</p>}
      {!task.is_done && (
        <>
          <Bar percent={percent} tone={tone} label={words.progressOf(task.name || task.url)} />
          <p className={classes(textStyles.caption, textStyles.numeric)}>
            {size > 0 ? `${words.percent(Math.floor(percent))} · ${words.partOf(part, whole)}` : sizeOf(task.down_size)}
          </p>
        </>
      )}
    </section>
  )
}

function verdictOf(task: Task, { words, own, why }: Words): Verdict {
  if (task.is_done) return { text: own.complete, advice: '', icon: 'check', isBad: false }
  if (needsYou(task)) {
    const text = words.reasons[task.reason] ?? codeSentence(words, task.code, task.url)
    return { text, advice: why.reasonHints[task.reason] ?? why.reasonHints['other'] ?? '', icon: 'warn', isBad: true }
  }
  if (task.status === TaskStatus.unknown) return { text: words.unknown, advice: '', icon: 'warn', isBad: true }
  if (!isRunning(task)) return { text: own.stopped, advice: own.stoppedText, icon: 'none', isBad: false }
  const reason = whyOf(task, why)
  if (reason) return reason
  const seconds = secondsLeft(task)
  if (seconds !== null) return { text: own.moving(durationOf(seconds)), advice: '', icon: 'none', isBad: false }
  const isMagnet = task.url.startsWith('magnet:')
  const text = sizeOfTask(task) === 0 && isMagnet ? words.fetchingList : isMagnet ? words.lookingForPeers : words.starting
  return { text, advice: '', icon: 'none', isBad: false }
}

type FiguresProps = { task: Task; connected: { peers: number; seeds: number } | undefined }

export function Figures({ task, connected }: FiguresProps) {
  const own = useText(taskText)
  const isLive = useIsLive()
  const isMoving = isRunning(task)
  const hasPeers = ['magnet', 'torrent', 'ed2k', ''].includes(task.kind)
  const figures: [string, string][] = [
    [own.down, isLive && isMoving ? speedOf(task.speed_bytes) : '–'],
    ...(hasPeers
      ? ([
          [own.up, isLive && (isMoving || task.up_speed_bytes > 0) ? speedOf(task.up_speed_bytes) : '–'],
          [own.peers, connected ? `${connected.seeds} / ${connected.peers}` : String(task.peers)],
          [own.ratio, task.down_size > 0 ? (task.up_size / task.down_size).toFixed(2) : '0.00'],
        ] satisfies [string, string][])
      : []),
  ]
  // A link that does not run has nothing to say.
  if (!hasPeers && !isMoving) return null
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={textStyles.numeric}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
