using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "dist/worker.js"),
    (name = "solver.wasm", wasm = embed "dist/solver.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);
