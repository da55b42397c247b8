/** Texts on a copy of a box. */
import { both } from '../../kit/lang.ts'

export const copyText = both({
  en: {
    title: 'A copy of this box is running',
    choose: 'Choose',
    since: (date: string) => `Since ${date}`,
    sinceToday: (time: string) => `Since today, ${time}`,
    current: 'here now',
    unnamed: 'Unnamed computer',
    keep: (name: string) => `Keep ${name}`,
    becomes: (name: string) => `${name} becomes a box of its own`,
    othersBecome: 'The others become boxes of their own',
    kept: (name: string) => `${name} stays`,
    keptComing: (name: string) => `${name} stays. It’ll be online in a minute or two.`,
    gone: 'That copy isn’t running any more.',
  },
  zh: {
    title: '有一个副本在运行',
    choose: '选择',
    since: (date) => `${date}起`,
    sinceToday: (time) => `今天 ${time} 起`,
    current: '当前这台',
    unnamed: '未命名的电脑',
    keep: (name) => `保留 ${name}`,
    becomes: (name) => `${name} 将成为一台新盒子`,
    othersBecome: '其余副本将各自成为一台新盒子',
    kept: (name) => `已保留 ${name}`,
    keptComing: (name) => `已保留 ${name}，一两分钟内上线。`,
    gone: '这个副本已不在运行。',
  },
})
