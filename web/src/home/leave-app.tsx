/** The page before an external link: shows the target first; only the operator's hosts are opened. */
import { useQuery } from '@tanstack/react-query'
import { useText } from '../kit/lang.ts'
import { back } from '../kit/nav/nav.ts'
import { homePath } from '../kit/nav/return-path.ts'
import { commonText } from '../kit/text/text.ts'
import buttonStyles from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { banners } from './data.ts'
import { allowed, hostsOf } from './banner-link.ts'
import { outText } from './out-text.ts'

export function LeaveApp({ address }: { address: string }) {
  const words = useText(outText)
  const common = useText(commonText)
  const named = useQuery(banners())
  if (named.isPending) return null
  const url = allowed(address, hostsOf((named.data ?? []).map(({ to }) => to)))
  if (url === null)
    return (
      <EmptyState art={art.lost} title={words.notAllowed} text={words.notAllowedText}>
        <Button variant="main" onClick={() => back(homePath)}>
          {common.back}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState art={art.arriving} title={words.leave} text={words.leaveText(new URL(url).host)}>
      <a className={classes(buttonStyles.button, buttonStyles.main)} href={url} target="_blank" rel="noopener noreferrer">
        {words.open}
      </a>
      <Button variant="bare" onClick={() => back(homePath)}>
        {common.back}
      </Button>
    </EmptyState>
  )
}
