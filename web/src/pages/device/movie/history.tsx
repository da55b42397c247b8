/** The films that the user watched on the current box. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { mutateThen } from '../../../kit/query/mutate-then.ts'
import { libraryPath } from '../../../movie/data.ts'
import { HistoryList } from '../../../movie/history/history-list.tsx'
import { historyText } from '../../../movie/history/history-text.ts'
import { clearEntries, history } from '../../../movie/film/watch-data.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { question } from '../../../ui/modal.tsx'
import { NavBar } from '../../../ui/navbar.tsx'
import { toast } from '../../../ui/toast.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  return device && <History key={device.devid} device={device} />
}

function History({ device }: { device: Device }) {
  const words = useText(historyText)
  const common = useText(commonText)
  const total = useInfiniteQuery(history(device)).data?.pages[0]?.total ?? 0
  const clearing = useMutation(clearEntries(useQueryClient(), device))
  async function clearAll() {
    const answer = await question({
      title: words.clearTitle,
      text: words.clearText,
      confirm: words.clear,
      cancel: common.cancel,
      isDanger: true,
    })
    if (answer === 'confirm') mutateThen(clearing, null, () => toast(words.cleared))
  }
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back(libraryPath)}>
        {total > 0 && (
          <IconButton label={words.clear} onClick={() => void clearAll()}>
            <Trash2 strokeWidth={1.75} />
          </IconButton>
        )}
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <HistoryList device={device} />
      </main>
    </>
  )
}
