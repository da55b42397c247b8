/** The name of a region; nothing until the list is loaded. */
import { regionWords } from '@homeport/contract/shape/region.ts'
import { useLang } from '../../kit/lang.ts'
import textStyles from '../../ui/text.module.css'
import { useRegions } from './region.ts'

export function RegionName({ id }: { id: string }) {
  const regions = useRegions()
  const lang = useLang()
  return <span className={textStyles.oneLine}>{regions ? regionWords(regions, id, lang) : ''}</span>
}
