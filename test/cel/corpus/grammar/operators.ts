// Defines rules for operators, conversions, and functions of the CEL standard.

import { rules } from './rule.js';

/** Expressions with an infix operator. */
export const OPERATORS = rules(
  `
  bool  <T> == <T>
  bool  <T> != <T>
  bool  <T> == <U>
  bool  <C> < <C>
  bool  <C> <= <C>
  bool  <C> > <C>
  bool  <C> >= <C>
  bool  <int> < <double>
  bool  <uint> >= <int>
  bool  <double> <= <uint>
  bool  <dyn> == <T>
  bool  <dyn> > <C>
  bool  <bool> && <bool>
  bool  <bool> || <bool>
  bool  <bool> && <bool> && <bool>
  bool  <bool> || <bool> || <bool> || <bool>
  bool  !<bool>
  bool  !!<bool>
  T  <bool> ? <T> : <T>
  bool  <T> in <list(T)>
  bool  <K> in <map(K,T)>
  bool  <T> in <dyn>
  int  <int> + <int>
  int  <int> - <int>
  int  <int> * <int>
  int  <int> / <int>
  int  <int> % <int>
  int  -<int>
  int  --<int>
  uint  <uint> + <uint>
  uint  <uint> - <uint>
  uint  <uint> * <uint>
  uint  <uint> / <uint>
  uint  <uint> % <uint>
  double  <double> + <double>
  double  <double> - <double>
  double  <double> * <double>
  double  <double> / <double>
  double  -<double>
  string  <string> + <string>
  bytes  <bytes> + <bytes>
  list(T)  <list(T)> + <list(T)>
  dyn  <dyn> + <dyn>
  dyn  <dyn> - <int>
  dyn  <dyn> * <N>
  timestamp  <timestamp> + <duration>
  timestamp  <duration> + <timestamp>
  timestamp  <timestamp> - <duration>
  duration  <timestamp> - <timestamp>
  duration  <duration> + <duration>
  duration  <duration> - <duration>
  duration  -<duration>
`,
  true,
);

/** Expressions written as a call, an index or a literal. */
export const STANDARD = rules(`
  T  <list(T)>[<int>]
  T  <map(K,T)>[<K>]
  T  <map(string,T)>.<@field>
  dyn  <dyn>[<int>]
  dyn  <dyn>[<string>]
  dyn  <dyn>.<@field>
  list(T)  []
  list(T)  [<T>]
  list(T)  [<T>, <T>]
  list(T)  [<T>, <T>, <T>, <T>]
  list(dyn)  [<dyn>, <T>, <dyn>]
  list(dyn)  [dyn(<T>), dyn(<U>)]
  list(list(T))  [<list(T)>, <list(T)>]
  map(K,T)  {}
  map(K,T)  {<K>: <T>}
  map(K,T)  {<K>: <T>, <K>: <T>}
  map(string,T)  {"<@field>": <T>}
  map(string,map(K,T))  {"<@field>": <map(K,T)>}
  bool  has(<map(string,T)>.<@field>)
  bool  has(<dyn>.<@field>)
  dyn  dyn(<T>)
  T  dyn(<T>)
  T  dyn(<U>)
  int  int(<int>)
  int  int(<uint>)
  int  int(<double>)
  int  int(<string>)
  int  int(<timestamp>)
  int  int(<duration>)
  int  int(<dyn>)
  uint  uint(<int>)
  uint  uint(<uint>)
  uint  uint(<double>)
  uint  uint(<string>)
  double  double(<int>)
  double  double(<uint>)
  double  double(<double>)
  double  double(<string>)
  bool  bool(<bool>)
  bool  bool(<string>)
  string  string(<int>)
  string  string(<uint>)
  string  string(<double>)
  string  string(<bool>)
  string  string(<bytes>)
  string  string(<string>)
  string  string(<timestamp>)
  string  string(<duration>)
  string  string(<ip>)
  string  string(<cidr>)
  string  string(<dyn>)
  bytes  bytes(<string>)
  bytes  bytes(<bytes>)
  timestamp  timestamp(<string>)
  timestamp  timestamp(<int>)
  timestamp  timestamp(<timestamp>)
  duration  duration(<string>)
  duration  duration(<duration>)
  type  type(<T>)
  type  type(<dyn>)
  int  size(<string>)
  int  size(<bytes>)
  int  size(<list(T)>)
  int  size(<map(K,T)>)
  int  <string>.size()
  int  <bytes>.size()
  int  <list(T)>.size()
  int  <map(K,T)>.size()
  int  <dyn>.size()
  bool  <string>.contains(<string>)
  bool  <string>.startsWith(<string>)
  bool  <string>.endsWith(<string>)
  bool  <string>.matches(<@pattern>)
  bool  <string>.matches(<string>)
  bool  matches(<string>, <@pattern>)
  int  <timestamp>.getFullYear()
  int  <timestamp>.getMonth()
  int  <timestamp>.getDayOfYear()
  int  <timestamp>.getDate()
  int  <timestamp>.getDayOfMonth()
  int  <timestamp>.getDayOfWeek()
  int  <timestamp>.getHours()
  int  <timestamp>.getMinutes()
  int  <timestamp>.getSeconds()
  int  <timestamp>.getMilliseconds()
  int  <timestamp>.getFullYear(<@zone>)
  int  <timestamp>.getMonth(<@zone>)
  int  <timestamp>.getDayOfYear(<@zone>)
  int  <timestamp>.getDate(<@zone>)
  int  <timestamp>.getDayOfMonth(<@zone>)
  int  <timestamp>.getDayOfWeek(<@zone>)
  int  <timestamp>.getHours(<@zone>)
  int  <timestamp>.getMinutes(<@zone>)
  int  <timestamp>.getSeconds(<@zone>)
  int  <timestamp>.getMilliseconds(<@zone>)
  int  <duration>.getHours()
  int  <duration>.getMinutes()
  int  <duration>.getSeconds()
  int  <duration>.getMilliseconds()
`);
