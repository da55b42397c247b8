/** Texts of the region choice. */
import { both } from '../../kit/lang.ts'

export const regionText = both({
  en: {
    choose: 'Choose a region',
    search: 'Search countries, provinces, cities',
    none: 'No matching region',
    whole: (name: string) => `All of ${name}`,
    up: 'Back to the previous list',
    clear: 'Leave blank',
    loading: 'Loading',
  },
  zh: {
    choose: '选择地区',
    search: '搜索国家、省份或城市',
    none: '没有找到这个地区',
    whole: (name) => `整个${name}`,
    up: '返回上一级',
    clear: '不填写',
    loading: '加载中',
  },
})
