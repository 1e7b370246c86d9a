// Prints, as JSON, the fields of the Kubernetes API types that are reachable from given kinds, as the Go sources of one release declare them.
//
//	go run main.go MINOR API_DIR APIMACHINERY_DIR GROUP/KIND...    (37 ... core/Pod resource/ResourceClaim ...)
//
// It knows the syntax of struct declarations and nothing else: types that decode themselves are listed in `scalars`.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// Package is what one directory declares: its types, and what the comments above them say.
type Package struct {
	types    map[string]*ast.TypeSpec
	comments map[string]string
	imports  map[string]string
}

// Kind is a kind in one version of its API: its scope, and the minor release in which it was removed, 0 where that is later.
type Kind struct {
	Version    string `json:"version"`
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`
	Removed    int    `json:"removed"`
}

// Field is a field as JSON has it. `Type` is written as in Go, with the path of the package before the name of a struct.
type Field struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Types that decode themselves, whatever Go makes of them. Others come to an end here, as schema.ts has to know how they are read.
var scalars = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   "Quantity",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":       "Time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":   "FieldsV1",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": "IntOrString",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":    "RawExtension",
	"k8s.io/apimachinery/pkg/types.UID":               "string",
	"k8s.io/apimachinery/pkg/types.NodeName":          "string",
}

var basic = map[string]string{"string": "string", "bool": "bool", "int32": "int32", "int64": "int64"}

type reader struct {
	roots    map[string]string
	packages map[string]*Package
	structs  map[string][]Field
}

func main() {
	minor, err := strconv.Atoi(os.Args[1])
	check(err)
	api, machinery := os.Args[2], os.Args[3]
	r := &reader{
		roots:    map[string]string{"k8s.io/api/": api, "k8s.io/apimachinery/": machinery},
		packages: map[string]*Package{},
		structs:  map[string][]Field{},
	}
	kinds := []Kind{}
	for _, argument := range os.Args[4:] {
		group, kind, _ := strings.Cut(argument, "/")
		versions, err := filepath.Glob(filepath.Join(api, group, "v*"))
		check(err)
		for _, directory := range versions {
			version := filepath.Base(directory)
			path := "k8s.io/api/" + group + "/" + version
			pkg := r.load(path)
			comment, declared := pkg.comments[kind]
			if !declared || !strings.Contains(comment, "+genclient\n") {
				continue
			}
			found := Kind{group + "/" + version, kind, !strings.Contains(comment, "+genclient:nonNamespaced"), removedIn(comment)}
			if found.Removed > minor {
				found.Removed = 0
			}
			if found.Removed == 0 {
				r.named(path, kind)
			}
			kinds = append(kinds, found)
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	check(encoder.Encode(map[string]any{"kinds": kinds, "structs": r.structs}))
}

var removal = regexp.MustCompile(`\+k8s:prerelease-lifecycle-gen:removed=1\.(\d+)`)

func removedIn(comment string) int {
	found := removal.FindStringSubmatch(comment)
	if found == nil {
		return 0
	}
	minor, err := strconv.Atoi(found[1])
	check(err)
	return minor
}

// load reads the types of a package once.
func (r *reader) load(path string) *Package {
	if known, ok := r.packages[path]; ok {
		return known
	}
	pkg := &Package{types: map[string]*ast.TypeSpec{}, comments: map[string]string{}, imports: map[string]string{}}
	r.packages[path] = pkg
	files, err := filepath.Glob(filepath.Join(r.directory(path), "*.go"))
	check(err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(filepath.Base(file), "zz_generated") || strings.HasSuffix(file, ".pb.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		check(err)
		pkg.add(parsed)
	}
	return pkg
}

func (p *Package) add(file *ast.File) {
	declares := false
	for at, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		for _, spec := range general.Specs {
			typed := spec.(*ast.TypeSpec)
			p.types[typed.Name.Name] = typed
			// Tags stand in any comment between the declaration before and this one.
			start := file.Pos()
			if at > 0 {
				start = file.Decls[at-1].End()
			}
			text := ""
			for _, group := range file.Comments {
				if group.Pos() >= start && group.End() <= general.End() {
					for _, line := range group.List {
						text += strings.TrimSpace(strings.TrimPrefix(line.Text, "//")) + "\n"
					}
				}
			}
			p.comments[typed.Name.Name] = text
			declares = true
		}
	}
	if !declares {
		return
	}
	for _, imported := range file.Imports {
		path, err := strconv.Unquote(imported.Path.Value)
		check(err)
		name := filepath.Base(path)
		if imported.Name != nil {
			name = imported.Name.Name
		}
		if before, ok := p.imports[name]; ok && before != path {
			panic(fmt.Sprintf("%s is %s and %s", name, before, path))
		}
		p.imports[name] = path
	}
}

func (r *reader) directory(path string) string {
	for prefix, root := range r.roots {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			return filepath.Join(root, rest)
		}
	}
	panic("no sources for " + path)
}

// typeOf gives an expression as text, with what it refers to read.
func (r *reader) typeOf(path string, expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.StarExpr:
		return "*" + strings.TrimPrefix(r.typeOf(path, e.X), "*")
	case *ast.ArrayType:
		return "[]" + strings.TrimPrefix(r.typeOf(path, e.Elt), "*")
	case *ast.MapType:
		if key := r.typeOf(path, e.Key); key != "string" {
			panic("a map by " + key)
		}
		return "{}" + strings.TrimPrefix(r.typeOf(path, e.Value), "*")
	case *ast.SelectorExpr:
		return r.named(r.load(path).imports[e.X.(*ast.Ident).Name], e.Sel.Name)
	case *ast.Ident:
		if name, ok := basic[e.Name]; ok {
			return name
		}
		return r.named(path, e.Name)
	}
	panic(fmt.Sprintf("an unknown type in %s: %T", path, expression))
}

// named gives a declared type: what it stands for, or the name of its struct.
func (r *reader) named(path, name string) string {
	if scalar, ok := scalars[path+"."+name]; ok {
		return scalar
	}
	declared, ok := r.load(path).types[name]
	if !ok {
		panic("no type " + path + "." + name)
	}
	structure, ok := declared.Type.(*ast.StructType)
	if !ok {
		return r.typeOf(path, declared.Type)
	}
	id := strings.TrimPrefix(strings.TrimPrefix(path, "k8s.io/api/"), "k8s.io/apimachinery/pkg/apis/") + "." + name
	if _, known := r.structs[id]; !known {
		r.structs[id] = nil
		r.structs[id] = r.fieldsOf(path, structure)
	}
	return id
}

// fieldsOf lists the fields of a struct, those of embedded structs among them.
func (r *reader) fieldsOf(path string, structure *ast.StructType) []Field {
	fields := []Field{}
	for _, field := range structure.Fields.List {
		tag := ""
		if field.Tag != nil {
			text, err := strconv.Unquote(field.Tag.Value)
			check(err)
			tag = reflect.StructTag(text).Get("json")
		}
		name, _, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		if name == "" && len(field.Names) == 0 {
			fields = append(fields, r.embedded(path, field.Type)...)
			continue
		}
		if name == "" {
			name = field.Names[0].Name
		}
		fields = append(fields, Field{Name: name, Type: r.typeOf(path, field.Type)})
	}
	return fields
}

func (r *reader) embedded(path string, expression ast.Expr) []Field {
	id := strings.TrimPrefix(r.typeOf(path, expression), "*")
	fields, ok := r.structs[id]
	if !ok || fields == nil {
		panic("an embedded type that is no struct: " + id)
	}
	return fields
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
