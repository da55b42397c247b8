/** What finished last, a glance; where nothing has yet, the way to the first download. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { forward } from '../kit/nav.ts'
import { useSettled } from '../kit/settled.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { downloadsPath } from './card.tsx'
import { tasks } from './data.ts'
import './download.css'
import { DownloadRow } from './row.tsx'
import { downloadText } from './text.ts'

const shownAtMost = 5

export function Latest({ device, settled }: { device: Device; settled: () => void }) {
  const words = useText(downloadText)
  const done = useInfiniteQuery(tasks(device, 'done'))
  useSettled([done], settled)
  if (!done.data) return null
  const latest = done.data.pages[0]?.data.slice(0, shownAtMost) ?? []
  if (latest.length === 0) {
    return (
      <Face art={art.arriving} title={words.quiet} text={words.quietText} isNear>
        <Button look="main" onClick={() => forward(downloadsPath)}>
          {words.toDownloads}
        </Button>
      </Face>
    )
  }
  return (
    <section className="latest narrow">
      <div className="sec-h">
        <h2>{words.latest}</h2>
        <a href={`#${downloadsPath}`} aria-label={`${words.all} · ${words.downloads}`}>
          {words.all}
          <ChevronRight size={18} strokeWidth={1.75} />
        </a>
      </div>
      <ul>
        {latest.map((task, index) => (
          <li key={task.task_id}>
            <DownloadRow task={task} isLined={index > 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}
