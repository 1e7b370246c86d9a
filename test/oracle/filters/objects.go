package main

import (
	"errors"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	apps "k8s.io/kubernetes/pkg/apis/apps/v1"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	storage "k8s.io/kubernetes/pkg/apis/storage/v1"
)

// setDefaultsOfOthers makes of the objects that plugins look up what the
// scheduler gets from the API server.
func (c *testCase) setDefaultsOfOthers() error {
	return errors.Join(
		setDefaults(c.Namespaces, "", corev1.SetObjectDefaults_Namespace),
		setDefaults(c.Services, v1.NamespaceDefault, corev1.SetObjectDefaults_Service),
		setDefaults(c.ReplicationControllers, v1.NamespaceDefault, corev1.SetObjectDefaults_ReplicationController),
		setDefaults(c.ReplicaSets, v1.NamespaceDefault, apps.SetObjectDefaults_ReplicaSet),
		setDefaults(c.StatefulSets, v1.NamespaceDefault, apps.SetObjectDefaults_StatefulSet),
		setDefaults(c.PersistentVolumes, "", corev1.SetObjectDefaults_PersistentVolume),
		setDefaults(c.PersistentVolumeClaims, v1.NamespaceDefault, corev1.SetObjectDefaults_PersistentVolumeClaim),
		setDefaults(c.StorageClasses, "", storage.SetObjectDefaults_StorageClass),
		setDefaults(c.CSINodes, "", nil),
		setDefaults(c.CSIDrivers, "", storage.SetObjectDefaults_CSIDriver),
		setDefaults(c.CSIStorageCapacities, v1.NamespaceDefault, nil),
		setDefaults(c.VolumeAttachments, "", storage.SetObjectDefaults_VolumeAttachment),
	)
}

// setDefaults gives objects a namespace, if their kind has one, and the defaults of their kind, if it has some.
func setDefaults[T any, P interface {
	*T
	metav1.Object
}](objects []P, namespace string, ofKind func(P)) error {
	for _, object := range objects {
		if object.GetNamespace() == "" {
			object.SetNamespace(namespace)
		}
		if ofKind != nil {
			ofKind(object)
		}
		if err := send((*T)(object), (*T)(object)); err != nil {
			return err
		}
	}
	return nil
}

// informers know the objects that plugins look up. They are never started:
// their indexers are filled here instead.
func (c *testCase) informers() (informers.SharedInformerFactory, error) {
	factory := informers.NewSharedInformerFactory(nil, 0)
	core, apps, storage := factory.Core().V1(), factory.Apps().V1(), factory.Storage().V1()
	return factory, errors.Join(
		fill(core.Nodes().Informer(), c.Nodes),
		fill(core.Pods().Informer(), c.Pods),
		fill(core.Namespaces().Informer(), c.Namespaces),
		fill(core.Services().Informer(), c.Services),
		fill(core.ReplicationControllers().Informer(), c.ReplicationControllers),
		fill(apps.ReplicaSets().Informer(), c.ReplicaSets),
		fill(apps.StatefulSets().Informer(), c.StatefulSets),
		fill(core.PersistentVolumes().Informer(), c.PersistentVolumes),
		fill(core.PersistentVolumeClaims().Informer(), c.PersistentVolumeClaims),
		fill(storage.StorageClasses().Informer(), c.StorageClasses),
		fill(storage.CSINodes().Informer(), c.CSINodes),
		fill(storage.CSIDrivers().Informer(), c.CSIDrivers),
		fill(storage.CSIStorageCapacities().Informer(), c.CSIStorageCapacities),
		fill(storage.VolumeAttachments().Informer(), c.VolumeAttachments),
	)
}

func fill[T metav1.Object](informer cache.SharedIndexInformer, objects []T) error {
	for _, object := range objects {
		if err := informer.GetIndexer().Add(object); err != nil {
			return err
		}
	}
	return nil
}
