/** Thread or board not found: it is gone, or it is in the other language's forum and opens after switching the app. */
import { useQuery } from '@tanstack/react-query'
import { langs } from '@homeport/contract/kit/operation.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { useQueryValue } from '../../kit/nav/nav.ts'
import buttonStyles from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { boardElsewhere, threadElsewhere } from '../base/data.ts'
import { paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { forumText } from '../base/text.ts'

/** The opened link (&lang=) is for the other language. */
export function useIsForeign(): boolean {
  const named = useQueryValue('lang')
  const lang = useLang()
  return named !== lang && langs.some((one) => one === named)
}

type Props = { isForeign: boolean; switchLanguage: () => void }

export function MissingThread({ id, isForeign, switchLanguage }: Props & { id: string }) {
  const words = useText(forumText)
  const isElsewhere = useQuery({ ...threadElsewhere(id), enabled: !isForeign && id !== '' }).data ?? false
  if (isForeign || isElsewhere) return <Elsewhere what="thread" switchLanguage={switchLanguage} />
  return (
    <EmptyState art={art.noPage} title={words.unknownTitle} text={words.unknownText} isNear>
      <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.explore)}>
        {words.toExplore}
      </a>
    </EmptyState>
  )
}

export function MissingBoard({ id, isForeign, switchLanguage }: Props & { id: number }) {
  const words = useText(forumText)
  const isElsewhere = useQuery({ ...boardElsewhere(id), enabled: !isForeign }).data ?? false
  if (isForeign || isElsewhere) return <Elsewhere what="board" switchLanguage={switchLanguage} />
  return (
    <EmptyState art={art.noPage} title={words.noBoard} text={words.noBoardText} isNear>
      <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.boards)}>
        {words.toBoards}
      </a>
    </EmptyState>
  )
}

function Elsewhere({ what, switchLanguage }: { what: 'thread' | 'board'; switchLanguage: () => void }) {
  const words = useText(forumText)
  return (
    <EmptyState art={art.noPage} title={words.elsewhere[what]} text={words.elsewhereText} isNear>
      <Button variant="main" onClick={switchLanguage}>
        {words.switchLanguage}
      </Button>
    </EmptyState>
  )
}
