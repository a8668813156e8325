CREATE TABLE "run_results" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "run_results_tenant_id_run_id_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "run_results" ADD CONSTRAINT "run_results_tenant_id_run_id_scheduling_runs_tenant_id_run_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."scheduling_runs"("tenant_id","run_id") ON DELETE cascade ON UPDATE no action;