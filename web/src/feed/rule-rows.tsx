/** The rule of a feed: a row for each part, which opens a sheet to change it. */
import type { Device } from '@homeport/contract/device.ts'
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { HardDrive, Languages, ListVideo, Repeat2, Sparkles, Tag, Type } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import listStyles from '../ui/list.module.css'
import { Row } from '../ui/row.tsx'
import { Switch } from '../ui/switch.tsx'
import { categories } from './feed-data.ts'
import { ruleWords } from './rule-words.ts'
import { CategorySheet, LanguageSheet, QualitySheet } from './choice-sheets.tsx'
import { EpisodesSheet, SizeSheet, TitleSheet } from './typed-sheets.tsx'
import { feedText } from './text.ts'

/** keptAs: see useKept(), of the form with these rows. */
type Props = { device: Device; rule: FeedRule; keptAs: string; onChange: (change: Partial<FeedRule>) => void }
type Part = 'titles' | 'episodes' | 'quality' | 'size' | 'language' | 'category'

export function RuleRows({ device, rule, keptAs, onChange }: Props) {
  const words = useText(feedText)
  const shown = ruleWords(rule, words)
  const names = useQuery(categories(device)).data ?? []
  const [open, setOpen] = useState<Part | null>(null)
  const sheet = (part: Part) => ({ isOpen: open === part, onClose: () => setOpen(null), rule, onChange })
  const typed = (part: Part) => ({ ...sheet(part), keptAs: `${keptAs} ${part}` })
  return (
    <>
      <div className={listStyles.list}>
        <Row icon={<Type strokeWidth={1.75} />} label={words.titles} value={shown.titles} onClick={() => setOpen('titles')} />
        <Row
          icon={<ListVideo strokeWidth={1.75} />}
          label={words.episodes}
          value={shown.episodes}
          onClick={() => setOpen('episodes')}
        />
        <Row
          icon={<Sparkles strokeWidth={1.75} />}
          label={words.quality}
          value={shown.quality}
          onClick={() => setOpen('quality')}
        />
        <Row icon={<HardDrive strokeWidth={1.75} />} label={words.size} value={shown.size} onClick={() => setOpen('size')} />
        <Row
          icon={<Languages strokeWidth={1.75} />}
          label={words.language}
          value={shown.language}
          onClick={() => setOpen('language')}
        />
        {names.length > 0 && (
          <Row
            icon={<Tag strokeWidth={1.75} />}
            label={words.category}
            value={shown.category}
            onClick={() => setOpen('category')}
          />
        )}
        <Switch icon={<Repeat2 strokeWidth={1.75} />} isOn={rule.replaces} onChange={(replaces) => onChange({ replaces })}>
          {words.replaces}
        </Switch>
      </div>
      {open === 'titles' && <TitleSheet {...typed('titles')} />}
      {open === 'episodes' && <EpisodesSheet {...typed('episodes')} />}
      <QualitySheet {...sheet('quality')} />
      {open === 'size' && <SizeSheet {...typed('size')} />}
      <LanguageSheet {...sheet('language')} />
      <CategorySheet {...sheet('category')} names={names} />
    </>
  )
}
