// Scores of one plugin for pods and nodes of plain objects.

import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../../src/scheduler/profile/scheduler-profile.js';
import { imageSpread } from '../../../src/scheduler/scores/image-spread.js';
import type { NodeScore, ScoreContext } from '../../../src/scheduler/scores/score.js';
import { context } from '../filters/objects.js';

/** The context of a cluster of these nodes. */
export function scoreContext(nodes: readonly NodeInfo[], gates: Readonly<Record<string, boolean>> = {}): ScoreContext {
  return {
    features: context(gates).features,
    profile: DEFAULT_PROFILE,
    images: inOneGo(
      imageSpread(
        nodes.map(({ node }) => node),
        UNLIMITED,
      ),
    ),
  };
}

/** Returns the scores of nodes before normalization, or undefined if the plugin scores all nodes equally. */
export function rawScores(score: NodeScore, of: Pod, nodes: readonly NodeInfo[], given = scoreContext(nodes)): number[] | undefined {
  const prepared = inOneGo(score.prepare(of, given, UNLIMITED));
  return prepared && nodes.map((each) => prepared.score(each, UNLIMITED));
}
