/** The status of each pasted line, before and after sending; what can be done about it is beside it. */
import type { NameReading } from '@homeport/contract/movie/read-names.ts'
import { FileText, Link, Server, X } from 'lucide-react'
import { useState } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { CheckIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { LineBreaks } from '../../ui/lines.tsx'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../add-sheet.module.css'
import { KnownLink } from './known-link.tsx'
import { LinkLogin, type LinkCredentials } from './link-login.tsx'
import { fileNameOf, type Line } from './link-status.ts'
import { readingText, type NameReadings } from './read-names.ts'
import { linkWords } from '../link-words.ts'
import { downloadText } from '../text.ts'

type Handlers = {
  onRemove: (url: string) => void
  /** Puts the caret into the line. */
  onFix: (line: Line) => void
  onSignIn: (url: string, login: LinkCredentials) => void
  /** Goes to the download that the box has. */
  onOpen: (taskId: string) => void
  /** Sends a link that the box has. */
  onSendAgain: (url: string) => void
}

export function Verdicts({ lines, readings, ...handlers }: { lines: Line[]; readings: NameReadings } & Handlers) {
  return (
    <ul className={styles.verdicts} aria-live="polite">
      {lines.map((line, index) => (
        <LineStatus key={`${index} ${line.url}`} line={line} reading={readings.get(fileNameOf(line))} {...handlers} />
      ))}
    </ul>
  )
}

type Shown = { line: Line; reading: NameReading | undefined }

function LineStatus({ line, onOpen, onSendAgain, ...handlers }: Shown & Handlers) {
  const { verdict } = line
  return verdict.state === 'known' ? (
    <KnownLink line={line} verdict={verdict} onOpen={onOpen} onSendAgain={onSendAgain} />
  ) : (
    <NewLink line={line} {...handlers} />
  )
}

function NewLink({ line, reading, onRemove, onFix, onSignIn }: Shown & Pick<Handlers, 'onRemove' | 'onFix' | 'onSignIn'>) {
  const words = useText(downloadText)
  const own = useText(linkWords)
  const [isSigningIn, setSigningIn] = useState(false)
  const { url, name, verdict, link } = line
  const shown = fileNameOf(line) || addressOf(line)
  const canSignIn = verdict.state === 'bad' ? verdict.asksLogin : verdict.state === 'ready' && mayAskLogin(line)
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.kind} aria-hidden="true">
          <KindIcon line={line} />
        </span>
        <div className={styles.about}>
          <span className={classes(styles.title, verdict.state === 'bad' && styles.bad)}>
            <MiddleEllipsis {...(reading ? readingText(reading) : { text: shown })} />
          </span>
          <Verdict line={line} {...(reading && { file: shown })} />
        </div>
        {verdict.state === 'bad' && verdict.canFix && link && (
          <Button isSmall aria-label={own.fixOf(shown)} onClick={() => onFix(line)}>
            {own.fix}
          </Button>
        )}
        {canSignIn && (
          <Button isSmall aria-expanded={isSigningIn} aria-label={own.signInTo(shown)} onClick={() => setSigningIn(!isSigningIn)}>
            {own.signIn}
          </Button>
        )}
        {name !== undefined && (
          <button type="button" className={styles.clear} aria-label={words.dropIt(name)} onClick={() => onRemove(url)}>
            <X size={14} strokeWidth={2.4} />
          </button>
        )}
      </div>
      {canSignIn && isSigningIn && (
        <LinkLogin
          url={url}
          take={(login) => {
            setSigningIn(false)
            onSignIn(url, login)
          }}
        />
      )}
    </li>
  )
}

/** file: the name of what the title reads. */
function Verdict({ line: { verdict, link, user }, file }: { line: Line; file?: string }) {
  const words = useText(downloadText)
  const own = useText(linkWords)
  if (verdict.state === 'sending') return <p>{words.sending}</p>
  if (verdict.state === 'uploading') return <p>{words.uploading}</p>
  if (verdict.state === 'added')
    return (
      <p className={textStyles.success}>
        <CheckIcon size={15} />
        {verdict.word}
      </p>
    )
  if (verdict.state === 'bad')
    return (
      <p className={textStyles.warning}>
        <WarnIcon size={15} />
        <LineBreaks text={verdict.word} />
      </p>
    )
  if (verdict.state === 'known') return null
  const wrapper = link?.wrapper ? own.kinds[link.wrapper] : ''
  const size = link && 'size' in link && link.size > 0 ? sizeOf(link.size) : ''
  const about = [wrapper, file === undefined && own.kinds[verdict.kind], user, size].filter((part) => part).join(' · ')
  if (file === undefined) return <p className={layoutStyles.row}>{about}</p>
  return (
    <p>
      <MiddleEllipsis text={file} />
      {about && <span className={styles.size}>· {about}</span>}
    </p>
  )
}

/** Its server may want to know who it is, and the link does not tell. */
const mayAskLogin = ({ link, user }: Line): boolean =>
  (link?.kind === 'ftp' || link?.kind === 'sftp') && link.user === '' && user === undefined

function KindIcon({ line }: { line: Line }) {
  if (line.name !== undefined) return <FileText size={18} strokeWidth={1.75} />
  const isAddress = line.link?.kind !== 'magnet' && line.link?.kind !== 'unsupported' && line.link?.kind !== 'empty_magnet'
  return isAddress ? <Server size={18} strokeWidth={1.75} /> : <Link size={18} strokeWidth={1.75} />
}

function addressOf({ url, link }: Line): string {
  try {
    return decodeURI(link?.shown ?? url)
  } catch {
    return link?.shown ?? url
  }
}
