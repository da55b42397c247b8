/** The home page of someone with a box. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { HomeCard } from '../../../device/home-card.tsx'
import { Arrived } from '../../../download/arrived.tsx'
import { downloadsPath } from '../../../download/card.tsx'
import { tasks } from '../../../download/data.ts'
import { HomeFigure } from '../../../download/home-figure.tsx'
import { downloadText } from '../../../download/text.ts'
import { homeText } from '../../../home/text.ts'
import { useText } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav.ts'
import { Button } from '../../../ui/button.tsx'
import { art, Face } from '../../../ui/face.tsx'

const shownAtMost = 5

export function AtHome({ device }: { device: Device }) {
  const words = useText(homeText)
  const download = useText(downloadText)
  const done = useInfiniteQuery(tasks(device, 'done'))
  const latest = done.data?.pages[0]?.data.slice(0, shownAtMost) ?? []
  return (
    <>
      <HomeCard device={device} downloads={<HomeFigure device={device} />} freeWord={download.freeOf} />
      {done.data && latest.length === 0 && (
        <Face art={art.arriving} title={words.quiet} text={words.quietText} isNear>
          <Button look="main" onClick={() => forward(downloadsPath)}>
            {words.toDownloads}
          </Button>
        </Face>
      )}
      {latest.length > 0 && (
        <section className="sec narrow">
          <div className="sec-h">
            <h2>{words.latest}</h2>
            <a href={`#${downloadsPath}`}>
              {words.all}
              <ChevronRight size={18} strokeWidth={1.75} />
            </a>
          </div>
          <Arrived tasks={latest} />
        </section>
      )}
    </>
  )
}
