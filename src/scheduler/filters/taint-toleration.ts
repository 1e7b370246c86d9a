// TaintToleration: taints of nodes keep pods away that do not tolerate them. Source: plugin tainttoleration of Kubernetes 1.37.1.

import type { Taint } from '../../core/api/toleration.js';
import { shorten } from '../../core/base/words.js';
import { type NodeFilter, PASSED } from './filter.js';
import { tolerationTest } from './tolerates.js';

/** Taints of the node with the effect NoSchedule or NoExecute. */
export const taintToleration: NodeFilter = {
  plugin: 'TaintToleration',
  changesWith: 'node',
  prepare({ spec }, { features }, checkpoint) {
    const isTolerated = tolerationTest(spec.tolerations, features.taintTolerationComparisonOperators, checkpoint);
    return {
      test({ node }, own) {
        const { taints } = node.spec;
        if (taints.length === 0) return PASSED;
        const untolerated = own.first(taints, (taint) => {
          if (taint.effect !== 'NoSchedule' && taint.effect !== 'NoExecute') return undefined;
          return isTolerated(taint, own) ? undefined : taint;
        });
        if (untolerated === undefined) return PASSED;
        return [{ code: 'untolerated-taint', message: 'node(s) had untolerated taint(s)', detail: taintText(untolerated) }];
      },
    };
  },
};

/** A taint as kubectl prints it: `key=value:effect`. */
function taintText({ key, value, effect }: Taint): string {
  const shown = value === '' ? key : `${key}=${value}`;
  return `${shorten(shown, MOST_SHOWN)}:${effect}`;
}

const MOST_SHOWN = 200;
