import type { WithClarifications } from './clarifications';
import type { WithReceiving } from './companion';
import type { WithContests } from './contests';
import type { WithDemo } from './demo/withDemo';
import type { WithFollowing } from './following';
import type { WithIntegrations } from './integrations/withIntegrations';
import type { WithList } from './list';
import type { WithDiagnostics } from './diagnostics';
import type { Core } from './shared/core';
import type { WithSubmissions } from './submit';

/** All objects of the extension. Commands get it as their first argument. */
export type Extension = Core &
  WithClarifications &
  WithContests &
  WithDemo &
  WithDiagnostics &
  WithFollowing &
  WithIntegrations &
  WithList &
  WithReceiving &
  WithSubmissions;
